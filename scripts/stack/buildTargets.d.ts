export type BuildTarget = {
  name: 'frame' | 'keys' | 'service' | 'demo'
  /** Folder that holds the Vite configuration. */
  directory: string
  /** A file that exists once it is built. */
  result: string
}
export declare const buildTargets: readonly BuildTarget[]
/** A hash of all that a build is made of: the app, every package, the lockfile, the shared settings. */
export declare function inputHash(root: string, target: BuildTarget): string
/** Whether the finished build was made of exactly these inputs. */
export declare function isBuilt(root: string, target: BuildTarget, hash: string): boolean
/** Remembers what a finished build was made of. */
export declare function markBuilt(root: string, target: BuildTarget, hash: string): void
/** Makes the next build start from the sources, because something else has written its result. */
export declare function forgetBuild(root: string, target: BuildTarget): void
//# sourceMappingURL=buildTargets.d.ts.map
