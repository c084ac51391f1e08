/** What scripts/web.sh puts in: of the service worker, its version and the files of it; of the keeper, the core's. */
declare const WEB: { version: string; files: string[] };
declare const CORE: string | undefined;
