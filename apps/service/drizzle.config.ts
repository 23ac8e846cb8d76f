import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/db/schema.ts',
    './src/db/identitySchema.ts',
    './src/db/sponsorSchema.ts',
    './src/db/historySchema.ts',
    './src/db/namesSchema.ts',
    './src/recovery/schema.ts',
  ],
  out: './drizzle',
})
