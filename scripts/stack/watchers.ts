import { join } from 'node:path'
import { spawnService } from '@latchkey/testing/node'
import { buildTargets, forgetBuild } from './buildTargets.ts'

export type Watchers = { failed: Promise<string>; stop: () => Promise<void> }

/** Builds frame and keys anew whenever their sources change; the service serves what they write. */
export async function startWatchers(root: string, logs: string): Promise<Watchers> {
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')
  const watched = buildTargets.filter(({ name }) => name === 'frame' || name === 'keys')
  const children = await Promise.all(
    watched.map((target) => {
      // What a watcher writes is a development build.
      forgetBuild(root, target)
      return spawnService({
        name: `The rebuild of ${target.name}`,
        command: process.execPath,
        args: [vite, 'build', '--watch', '--mode', 'development', '--clearScreen', 'false'],
        cwd: join(root, target.directory),
        logFile: join(logs, `${target.name}.log`),
      })
    }),
  )
  let stopping = false
  const failed = new Promise<string>((resolve) => {
    for (const child of children)
      child.exited.then(({ reason }) => {
        if (!stopping) resolve(`${reason}\n${child.tail()}`.trim())
      })
  })
  return {
    failed,
    async stop() {
      stopping = true
      await Promise.all(children.map((child) => child.stop()))
    },
  }
}
