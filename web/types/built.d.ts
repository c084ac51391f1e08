/**
 * What scripts/web.sh puts in: of the service worker, its version, the files of it, and those that are kept where they
 * are wanted (another language, plain words); of the keeper, the core's; of the page, where those of its files are.
 */
declare const WEB: { version: string; files: string[]; extras: Record<string, string[]> };
declare const CORE: string | undefined;
declare const PLAIN_WORDS: string | undefined;
declare const WORDS: Record<string, { first: string; later: string }> | undefined;
