export type Watchers = {
  failed: Promise<string>
  stop: () => Promise<void>
}
/** Builds frame and keys anew whenever their sources change; the service serves what they write. */
export declare function startWatchers(root: string, logs: string): Promise<Watchers>
//# sourceMappingURL=watchers.d.ts.map
