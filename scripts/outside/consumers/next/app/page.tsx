import { base } from 'latchkey'
import { LatchkeyButton } from 'latchkey/react'
import { headers } from 'next/headers'
import { Connect } from './Connect.tsx'

/** A server component, rendered for each request: a nonce serves once. */
export default async function Page() {
  await headers()
  return (
    <main>
      <h1>{base.name}</h1>
      <Connect />
      <LatchkeyButton label="Element" />
    </main>
  )
}
