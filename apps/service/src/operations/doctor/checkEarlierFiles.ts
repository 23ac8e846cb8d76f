import { constants } from 'node:fs'
import { access, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Diagnosis, type Finding, fail, ok, warn } from './Diagnosis.ts'

const VARIABLE = 'EARLIER_FILES_DIR'
const CHECK = `files.${VARIABLE}`

/** Whether the service can keep its files for later builds, and nobody else can put any there: they run at the keys origin. */
export async function checkEarlierFiles({ config }: Pick<Diagnosis, 'config'>): Promise<Finding[]> {
  const { earlierFilesDir: root } = config
  if (root === undefined) return []
  const found = await stat(root).catch(() => null)
  if (!found)
    return [
      warn(
        CHECK,
        `${VARIABLE}: there is nothing at this path yet.`,
        'Start the service once: it makes the folder.',
      ),
    ]
  if (!found.isDirectory()) return [fail(CHECK, `${VARIABLE}: this is no folder.`, `Correct ${VARIABLE}.`)]
  for (const path of [root, ...['wallet', 'keys'].map((app) => join(root, app))]) {
    const mode = await stat(path).then(
      (entry) => entry.mode,
      () => 0,
    )
    if (mode & 0o002)
      return [
        fail(
          CHECK,
          `${VARIABLE}: every user of this machine may put code there that the wallet runs (mode ${(mode & 0o777).toString(8)}).`,
          `chmod 700 ${path}`,
        ),
      ]
  }
  try {
    await access(root, constants.W_OK | constants.X_OK)
  } catch {
    return [
      fail(
        CHECK,
        `${VARIABLE}: this user cannot write there.`,
        'Give the folder to the user that the service runs as.',
      ),
    ]
  }
  return [ok(CHECK, `${VARIABLE}: the service can write there, and not everybody can.`)]
}
