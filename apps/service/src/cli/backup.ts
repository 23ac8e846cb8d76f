import { writeBackup } from '../operations/backup/writeBackup.ts'
import { connectDatabase } from '../operations/connectDatabase.ts'
import { backupSecretOf, fileOf, SECRET_OPTIONS } from './backupSecretOf.ts'
import type { Command } from './Command.ts'
import { databaseOf } from './databaseOf.ts'
import { describeManifest } from './describeManifest.ts'

export const backup: Command = {
  usage: 'backup <file> --key-file <path> | --passphrase-file <path>',
  summary: 'writes all tables into one encrypted file',
  options: { ...SECRET_OPTIONS },
  async run(terminal, args) {
    const file = fileOf(args)
    const secret = await backupSecretOf(args)
    const connection = await connectDatabase(await databaseOf(terminal))
    try {
      const manifest = await writeBackup(connection.db, { file, secret, now: Date.now() })
      terminal.print(describeManifest(manifest))
      terminal.tell(`Written to ${file}. KEK, RECOVERY_KEK and PEPPER are not in it: keep them elsewhere.`)
      return 0
    } finally {
      await connection.close()
    }
  },
}
