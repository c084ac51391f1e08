/**
 * What scripts/web.sh puts in: of the service worker, its version, the files of it, and those of languages that are
 * kept where they are spoken; of the keeper, the core's; of the page, where the words of those languages are.
 */
declare const WEB: { version: string; files: string[]; languages: Record<string, string[]> };
declare const CORE: string | undefined;
declare const WORDS: Record<string, { first: string; later: string }> | undefined;
