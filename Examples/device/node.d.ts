// What device.ts needs of Node, so that it is checked without @types/node, which Debian does not have.
declare module "node:crypto" {
  export function randomUUID(): string;
}
declare module "node:fs" {
  export function closeSync(file: number): void;
  export function existsSync(path: string): boolean;
  export function fsyncSync(file: number): void;
  export function openSync(path: string, flags: string): number;
  export function readFileSync(path: string, encoding: string): string;
  export function renameSync(from: string, to: string): void;
  export function writeFileSync(file: number, text: string): void;
}
declare const process: { argv: string[]; exitCode?: number };
declare const console: { log(text: string): void; error(text: string): void };
declare const AbortSignal: { timeout(milliseconds: number): unknown };
interface Response {
  ok: boolean;
  status: number;
  text(): Promise<string>;
  json(): Promise<any>;
}
declare function fetch(
  address: string, request: { method: string; body: string; signal: unknown; headers: Record<string, string> },
): Promise<Response>;
