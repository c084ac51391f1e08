/** Twelve colours with names, each to be told from the others and from the page in both themes. */
export const colours = [
  "#d9434e",
  "#e0662f",
  "#c98a12",
  "#7d9a1c",
  "#2f9e55",
  "#12978f",
  "#1c8fc4",
  "#3b6fe0",
  "#6a55d8",
  "#a648c4",
  "#d1458f",
  "#7a828e",
];
