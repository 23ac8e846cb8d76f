import { pause } from '@latchkey/std/pause'
import pg from 'pg'
import type { BenchContext } from './BenchContext.ts'
import type { Row } from './Row.ts'
import { measureSignIns } from './signInRows.ts'

const ACCOUNTS = 1_000_000
/** One address may make so many calls a minute; ms until none of those before count. */
const LIMITED_FOR = 61_000
/** How much slower sign-ins may be than in an almost empty database. */
const LIMIT = 1.2

const id = (kind: string) =>
  `left(translate(encode(sha256(('${kind}' || i)::bytea), 'base64'), '+/', '-_'), 22)`
const hash = (kind: string) =>
  `left(translate(encode(sha256(('${kind}' || i)::bytea), 'base64'), '+/', '-_'), 43)`
const SEALED = `repeat(md5(i::text), 5)`

/** What each account leaves in the tables: one device, one session, one wallet. The sessions live through the measure. */
function rowsOf(now: number): Readonly<Record<string, readonly string[]>> {
  const later = now + 10 * 86_400_000
  const [user, wallet, session] = [id('user'), id('wallet'), id('session')]
  const account = `'[{"namespace":"eip155","address":"0x000000000000000000000000000000000000dEaD","type":"eoa"}]'::jsonb`
  return {
    'users (id, email_key, email_sealed, created_at)': [user, hash('email'), SEALED, `${now}`],
    'wallets (id, user_id, status, tier, accounts, smart_account, created_at)': [
      wallet,
      user,
      `'active'`,
      `'standard'`,
      account,
      `'0x' || md5(i::text) || left(md5('s' || i), 8)`,
      `${now}`,
    ],
    'keysets (id, wallet_id, user_id, kind, device_id, jkt, share_sealed, created_at)': [
      id('device'),
      wallet,
      user,
      `'device'`,
      id('disk'),
      hash('jkt'),
      SEALED,
      `${now}`,
    ],
    'keysets (id, wallet_id, user_id, kind, share_sealed, created_at)': [
      id('recovery'),
      wallet,
      user,
      `'recovery'`,
      SEALED,
      `${now}`,
    ],
    'recovery_keys (keyset_id, wallet_id, user_id, key_sealed, created_at)': [
      id('recovery'),
      wallet,
      user,
      SEALED,
      `${now}`,
    ],
    'sessions (id, user_id, jkt, project_id, host_origin, auth_time, expires_at)': [
      session,
      user,
      hash('jkt'),
      `'bench-0'`,
      `'https://shop.example'`,
      `${now}`,
      `${later}`,
    ],
    'access_tokens (hash, session_id, expires_at)': [hash('access'), session, `${later}`],
    'refresh_tokens (hash, session_id, expires_at)': [hash('refresh'), session, `${later}`],
    'grants (user_id, project_id, origin, created_at)': [
      user,
      `'bench-0'`,
      `'https://shop.example'`,
      `${now}`,
    ],
    'devices (user_id, jkt, browser, place, first_seen_at, seen_at)': [
      user,
      hash('jkt'),
      `'Chrome'`,
      `''`,
      `${now}`,
      `${now}`,
    ],
    'audit_events (id, at, user_id, kind, facts, sequence, hash)': [
      id('event'),
      `${now}`,
      user,
      `'signed-in'`,
      `'{}'::jsonb`,
      '0',
      hash('event'),
    ],
  }
}

async function fill(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The rows fit together; checking a million of each against the other would take longer than writing them.
    await client.query('set session_replication_role = replica')
    for (const [table, values] of Object.entries(rowsOf(Date.now())))
      await client.query(
        `insert into ${table} select ${values.join(', ')} from generate_series(1, ${ACCOUNTS}) i`,
      )
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
}

/** Sign-ins a second before and after a million accounts were written into the same database. */
export async function accountRows(context: BenchContext): Promise<Row[]> {
  await pause(LIMITED_FOR)
  // What is slow once only must not count for the first of the two.
  await measureSignIns(context, 'warm')
  await pause(LIMITED_FOR)
  const few = await measureSignIns(context, 'few')
  await Promise.all([fill(context.databaseUrl), pause(LIMITED_FOR)])
  const many = await measureSignIns(context, 'many')
  const ratio = few.perSecond / many.perSecond
  return [
    {
      name: `service: sign-ins a second with ${ACCOUNTS.toLocaleString('en')} accounts; floor: an empty database`,
      ours: `${many.perSecond.toFixed(1)}/s`,
      floor: `${few.perSecond.toFixed(1)}/s`,
      ratio,
      target: `≤ ${LIMIT} ×`,
      ok: ratio <= LIMIT,
    },
  ]
}
