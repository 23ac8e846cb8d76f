import * as protocol from '@latchkey/protocol/http'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identities, mailLinks } from '../../db/identitySchema.ts'
import { users } from '../../db/schema.ts'
import { addPasskey, openAccountPage } from '../../testing/accountPage.ts'
import { askAsWallet, tokenIn } from '../../testing/askAsWallet.ts'
import {
  codeIn,
  createDevice,
  type Device,
  problemCode,
  problemData,
  type SignedIn,
} from '../../testing/createDevice.ts'
import { createTestService, HOST, type TestService, WALLET } from '../../testing/createTestService.ts'
import { createActiveWallet } from '../../testing/createVault.ts'

const DAY = 86_400_000
const OVERLOADED = protocol.InternalServiceError.code
let service: TestService
let count = 0
beforeAll(async () => {
  service = await createTestService({
    limits: { apiCallsPerMinute: 100_000 },
  })
})
afterAll(() => service.stop())

type Owner = { device: Device; login: SignedIn; email: string; token: string }
const newEmail = () => `change${++count}@example.com`
const mailTo = (email: string) => service.mails.filter(({ to }) => to === email).at(-1)?.text
const wrongOf = (code: string) => code.replace(/.$/, (last) => (last === '1' ? '2' : '1'))

async function createOwner(email = newEmail()): Promise<Owner> {
  const { device, login, token } = await openAccountPage(service, email)
  service.advance(31_000)
  return { device, login, email, token }
}

const begin = ({ device, token }: Owner, email: string) =>
  device.call(protocol.startEmailChange, { token, body: { email, locale: 'en' } })
const primary = ({ device, token }: Owner, changeId: string, code: string) =>
  device.call(protocol.verifyEmailPrimary, { token, body: { changeId, code } })
const secondary = ({ device, token }: Owner, changeId: string, code: string) =>
  device.call(protocol.verifyEmailSecondary, { token, body: { changeId, code } })
const resend = ({ device, token }: Owner, changeId: string) =>
  device.call(protocol.resendEmailChange, { token, body: { changeId } })
const changeIdOf = (answer: { body: unknown }) => protocol.startEmailChange.reply.parse(answer.body).changeId

/** Up to the second code. */
async function toSecondStep(owner: Owner, email: string): Promise<string> {
  const changeId = changeIdOf(await begin(owner, email))
  expect((await primary(owner, changeId, codeIn(mailTo(owner.email)))).status).toBe(200)
  return changeId
}
async function change(owner: Owner, email: string): Promise<void> {
  const changeId = await toSecondStep(owner, email)
  expect((await secondary(owner, changeId, codeIn(mailTo(email)))).status).toBe(200)
  await service.deliverMail()
}
const rowOf = async ({ login }: Owner) =>
  (await service.database.db.select().from(users).where(eq(users.id, login.session.user.id)))[0]
const addIdentity = async (userId: string) => {
  const times = { createdAt: service.config.now(), usedAt: service.config.now() }
  const own = { id: userId, userId, provider: 'x', issuer: 'https://x.com', subjectKey: userId }
  await service.database.db.insert(identities).values({ ...own, ...times })
}
const session = async ({ device, token }: Owner) => device.call(protocol.getSession, { token })

test('R4-32 R4-33 R4-34 R5-26 the old mailbox is asked, then the new one; from then on the new address signs in', async () => {
  const owner = await createOwner()
  const elsewhere = await createDevice(service)
  const other = await elsewhere.signIn(owner.email)
  service.advance(31_000)
  const email = newEmail()
  const started = protocol.startEmailChange.reply.parse((await begin(owner, email)).body)
  expect(started).toMatchObject({ action: 'VERIFY_PRIMARY_OTP', challenge: { codeLength: 8 } })
  expect(mailTo(email)).toBeUndefined()
  const first = protocol.verifyEmailPrimary.reply.parse(
    (await primary(owner, started.changeId, codeIn(mailTo(owner.email)))).body,
  )
  expect(first.challenge).toMatchObject({ codeLength: 8, emailHint: 'c•••@example.com' })
  const second = await secondary(owner, started.changeId, codeIn(mailTo(email)))
  expect(second.body).toEqual({ newEmail: email, emailHint: 'c•••@example.com' })

  expect(protocol.session().parse((await session(owner)).body).user.email).toBe(email)
  const account = await owner.device.must(protocol.getAccount, { token: owner.token })
  // The code to the new address has proven it just now.
  expect(account.identities[0]).toMatchObject({
    addedAt: service.config.now(),
    usedAt: service.config.now(),
  })
  expect((await elsewhere.call(protocol.getSession, { token: other.tokens.accessToken })).status).toBe(200)
  const row = await rowOf(owner)
  const until = service.config.now() + DAY
  expect([row?.exportHeldUntil, row?.recoveryHeldUntil, row?.frozenAt]).toEqual([until, until, null])
  await service.deliverMail()
  expect(mailTo(owner.email)).toContain('New address: c•••@example.com')
  expect(mailTo(owner.email)).toContain(`${WALLET}/link#`)
  expect(mailTo(email)).toContain('24 hours')
  expect(mailTo(email)).not.toContain(`${WALLET}/link#`)
  service.advance(31_000)
  const again = await (await createDevice(service)).signIn(email)
  expect(again.session.user.id).toBe(owner.login.session.user.id)
})

test('a page cannot change the address: neither with a session of its site, nor with one that is not strong', async () => {
  const email = newEmail()
  const device = await createDevice(service)
  const onSite = await device.signIn(email)
  service.advance(31_000)
  const refused = await begin({ device, login: onSite, email, token: onSite.tokens.accessToken }, newEmail())
  expect([refused.status, problemCode(refused)]).toEqual([403, protocol.AccountPageOnlyError.code])
  // The code of the account page at the claim of another place gives no session of the account page.
  const long = await device.must(protocol.startEmail, {
    body: { projectId: 'demo', hostOrigin: HOST, email, purpose: 'account' },
  })
  const code = codeIn(mailTo(email))
  const { challengeId } = long
  const { tokens } = await device.must(protocol.verifyEmail, { body: { challengeId, code } })
  service.advance(31_000)
  const again = await device.call(protocol.startEmailChange, {
    token: tokens.accessToken,
    body: { email: newEmail() },
  })
  expect(problemCode(again)).toBe(protocol.AccountPageOnlyError.code)
  await service.deliverMail()
  expect(mailTo(email)).not.toContain('New address')

  const owner = await createOwner()
  service.advance(300_000)
  expect(problemCode(await begin(owner, newEmail()))).toBe(protocol.FreshLoginRequiredError.code)
})

test('an account without an address starts with the new one, after a strong login', async () => {
  const owner = await createOwner()
  const { db } = service.database
  const id = owner.login.session.user.id
  await db.update(users).set({ emailKey: null, emailSealed: null }).where(eq(users.id, id))
  const email = newEmail()
  const started = protocol.startEmailChange.reply.parse((await begin(owner, email)).body)
  expect(started.action).toBe('VERIFY_SECONDARY_OTP')
  expect(problemCode(await primary(owner, started.changeId, 'ZZZZZZZZ'))).toBe(4143)
  expect((await secondary(owner, started.changeId, codeIn(mailTo(email)))).status).toBe(200)
  const links = await db.select().from(mailLinks).where(eq(mailLinks.userId, id))
  expect(links).toHaveLength(0)

  const stale = await createOwner()
  await db
    .update(users)
    .set({ emailKey: null, emailSealed: null })
    .where(eq(users.id, stale.login.session.user.id))
  service.advance(300_000)
  expect(problemCode(await begin(stale, newEmail()))).toBe(protocol.FreshLoginRequiredError.code)
})

test('the same address is refused, whatever its letters', async () => {
  const owner = await createOwner()
  const answer = await begin(owner, owner.email.toUpperCase())
  expect([answer.status, problemCode(answer)]).toEqual([409, protocol.SameEmailError.code])
})

test('that an address is taken is told after the code of its mailbox alone, and once', async () => {
  const holder = await createOwner()
  const owner = await createOwner()
  const free = await begin(await createOwner(), newEmail())
  const taken = await begin(owner, holder.email)
  const shape = (answer: { status: number; body: unknown }) => [
    answer.status,
    JSON.stringify(answer.body, (key, value: unknown) => (/Id$/.test(key) ? '' : value)),
  ]
  expect(shape(taken)).toEqual(shape(free))
  const changeId = changeIdOf(taken)
  expect((await primary(owner, changeId, codeIn(mailTo(owner.email)))).status).toBe(200)
  const code = codeIn(mailTo(holder.email))
  expect(problemCode(await secondary(owner, changeId, wrongOf(code)))).toBe(protocol.WrongCodeError.code)
  const told = await secondary(owner, changeId, code)
  expect([told.status, problemCode(told)]).toEqual([409, protocol.EmailTakenError.code])
  expect(problemCode(await secondary(owner, changeId, code))).toBe(protocol.EmailChangeGoneError.code)
  expect((await rowOf(owner))?.exportHeldUntil).toBeNull()
  expect(protocol.session().parse((await session(holder)).body).user.email).toBe(holder.email)
})

test('the code of one step is refused at another step, at a sign-in and from another device', async () => {
  const owner = await createOwner()
  const email = newEmail()
  const started = protocol.startEmailChange.reply.parse((await begin(owner, email)).body)
  const code = codeIn(mailTo(owner.email))
  const { challengeId } = started.challenge
  const login = await owner.device.call(protocol.verifyEmail, { body: { challengeId, code } })
  expect(problemCode(login)).toBe(protocol.ChallengeGoneError.code)
  expect(problemCode(await secondary(owner, started.changeId, code))).toBe(4143)
  service.advance(31_000)
  const elsewhere = await createDevice(service)
  const other = await elsewhere.signIn(owner.email)
  const foreign = { ...owner, device: elsewhere, token: other.tokens.accessToken }
  expect(problemCode(await primary(foreign, started.changeId, code))).toBe(4143)
  const stranger = await createOwner()
  expect(problemCode(await primary(stranger, started.changeId, code))).toBe(4143)
  expect((await primary(owner, started.changeId, code)).status).toBe(200)
  expect(problemCode(await primary(owner, started.changeId, code))).toBe(4143)
})

test('both codes within fifteen minutes', async () => {
  const owner = await createOwner()
  const email = newEmail()
  const changeId = changeIdOf(await begin(owner, email))
  service.advance(299_000)
  expect((await primary(owner, changeId, codeIn(mailTo(owner.email)))).status).toBe(200)
  service.advance(280_000)
  const answer = await owner.device.call(protocol.refresh, {
    body: { refreshToken: owner.login.tokens.refreshToken },
  })
  const renewed = { ...owner, token: protocol.tokens().parse(answer.body).accessToken }
  expect((await resend(renewed, changeId)).status).toBe(200)
  service.advance(200_000)
  const late = protocol.resendEmailChange.reply.parse((await resend(renewed, changeId)).body)
  // The code ends with the change.
  expect(late.challenge.expiresAt - service.config.now()).toBe(900_000 - 779_000)
  service.advance(121_000)
  const gone = await secondary(renewed, changeId, codeIn(mailTo(email)))
  expect(problemCode(gone)).toBe(protocol.EmailChangeGoneError.code)
})

test('resending replaces the code of the present step, at most once in thirty seconds', async () => {
  const owner = await createOwner()
  const email = newEmail()
  const changeId = changeIdOf(await begin(owner, email))
  const first = codeIn(mailTo(owner.email))
  expect(problemCode(await resend(owner, changeId))).toBe(protocol.TooSoonError.code)
  service.advance(30_000)
  expect((await resend(owner, changeId)).status).toBe(200)
  expect(problemCode(await primary(owner, changeId, first))).toBe(protocol.WrongCodeError.code)
  expect((await primary(owner, changeId, codeIn(mailTo(owner.email)))).status).toBe(200)
  service.advance(30_000)
  const before = codeIn(mailTo(email))
  expect((await resend(owner, changeId)).status).toBe(200)
  expect(codeIn(mailTo(email))).not.toBe(before)
})

/** A change whose code of one step is under way. */
async function prepareStep(step: 'primary' | 'secondary') {
  const owner = await createOwner()
  const email = newEmail()
  const changeId =
    step === 'primary' ? changeIdOf(await begin(owner, email)) : await toSecondStep(owner, email)
  const code = codeIn(mailTo(step === 'primary' ? owner.email : email))
  const take = step === 'primary' ? primary : secondary
  return { code, give: (given: string) => take(owner, changeId, given) }
}

test.each(['primary', 'secondary'] as const)(
  '200 guesses at once of the %s code: three tries',
  async (step) => {
    const { code, give } = await prepareStep(step)
    const guesses = await Promise.all(Array.from({ length: 200 }, () => give(wrongOf(code))))
    const codes = guesses.map(problemCode)
    expect(codes.filter((one) => one === protocol.WrongCodeError.code)).toHaveLength(2)
    expect(codes.filter((one) => one === protocol.CodeLockedError.code)).toHaveLength(198)
    expect(problemCode(await give(code))).toBe(protocol.CodeLockedError.code)
  },
)

test.each(['primary', 'secondary'] as const)('200 right %s codes at once: one use', async (step) => {
  const { code, give } = await prepareStep(step)
  const uses = await Promise.all(Array.from({ length: 200 }, () => give(code)))
  const used = uses.filter(({ status }) => status === 200).length
  const refused = new Set(uses.filter(({ status }) => status !== 200).map(problemCode))
  // Used, locked, gone on to the next step, or its next code is under way; or turned away by an overloaded machine.
  for (const one of refused) expect([4104, 4102, 4143, 4100, OVERLOADED]).toContain(one)
  if (refused.has(OVERLOADED)) expect(used).toBeLessThanOrEqual(1)
  else expect(used).toBe(1)
})

test('wrong codes of a change count as wrong codes of its device', async () => {
  const owner = await createOwner()
  for (let round = 0; round < 4; round++) {
    const changeId = changeIdOf(await begin(owner, newEmail()))
    for (let attempt = 0; attempt < 3; attempt++) await primary(owner, changeId, 'ZZZZZZZZ')
    service.advance(31_000)
  }
  service.advance(15 * 60_000)
  const reply = protocol.startEmail.reply.parse((await owner.device.start(owner.email)).body)
  expect(reply.action).toBe('VERIFY_DEVICE')
})

test('the link in the old mailbox puts its address back, freezes, and ends every session and later link', async () => {
  const owner = await createOwner()
  await createActiveWallet(service, owner.device, owner.login)
  const [thiefs, third] = [newEmail(), newEmail()]
  await change(owner, thiefs)
  const token = tokenIn(mailTo(owner.email), 'link')
  const shown = await askAsWallet(service, protocol.readMailLink, { token })
  expect(shown.body).toMatchObject({
    kind: 'revert-email',
    facts: { oldEmail: 'c•••@example.com', newEmail: 'c•••@example.com' },
  })
  service.advance(31_000)
  // On to a third address: the thief's own link must not bring it back to the thief.
  await change({ ...owner, email: thiefs }, third)
  const thiefsToken = tokenIn(mailTo(thiefs), 'link')
  // The owner tried the old address meanwhile, and got an empty account.
  const empty = await (await createDevice(service)).signIn(owner.email)
  expect(empty.session.user.id).not.toBe(owner.login.session.user.id)

  expect((await askAsWallet(service, protocol.useMailLink, { token })).status).toBe(200)
  expect(problemCode(await session(owner))).toBe(protocol.InvalidTokenError.code)
  expect((await rowOf(owner))?.frozenAt).toBe(service.config.now())
  for (const used of [token, thiefsToken]) {
    const again = await askAsWallet(service, protocol.useMailLink, { token: used })
    expect(problemCode(again)).toBe(protocol.MailLinkGoneError.code)
  }
  service.advance(31_000)
  const back = await (await createDevice(service)).signIn(owner.email)
  expect(back.session.user).toMatchObject({ id: owner.login.session.user.id, email: owner.email })
  service.advance(31_000)
  const stranger = await (await createDevice(service)).signIn(third)
  expect(stranger.session.user.id).not.toBe(owner.login.session.user.id)
})

test.each<[string, (second: Owner) => Promise<unknown>]>([
  ['opened a wallet of its own', ({ device, login }) => createActiveWallet(service, device, login)],
  ['got a passkey', ({ device, login, token }) => addPasskey({ device, login, token, userId: '' })],
  ['got a social login', ({ login }) => addIdentity(login.session.user.id)],
])('an old address that %s is not taken from it; the account is frozen all the same', async (_, use) => {
  const owner = await createOwner()
  const email = newEmail()
  await change(owner, email)
  service.advance(31_000)
  const second = await createOwner(owner.email)
  await use(second)
  const sent = service.mails.findLast(({ to, text }) => to === owner.email && text.includes('/link#'))
  const token = tokenIn(sent?.text, 'link')
  const answer = await askAsWallet(service, protocol.useMailLink, { token })
  expect(problemCode(answer)).toBe(protocol.EmailTakenError.code)
  expect((await rowOf(owner))?.frozenAt).toBe(service.config.now())
  expect((await rowOf(owner))?.emailKey).toBeNull()
  expect((await session(second)).status).toBe(200)
})

test('a mail server that is down leaves the person where they were', async () => {
  let isDown = false
  const texts = new Map<string, string>()
  const own = await createTestService({
    deps: {
      database: service.database,
      sendMail: async ({ to, text }) => {
        if (isDown) return 'failed'
        texts.set(to, text)
        return 'sent'
      },
    },
    limits: { apiCallsPerMinute: 100_000, mailWait: 20_000 },
  })
  own.advance(service.config.now() - own.config.now())
  const [old, email] = [newEmail(), newEmail()]
  const device = await createDevice(own)
  const { challengeId } = await device.must(protocol.startEmail, {
    body: { projectId: 'demo', hostOrigin: WALLET, email: old, purpose: 'account' },
  })
  const body = { challengeId, code: codeIn(texts.get(old)) }
  const { tokens } = await device.must(protocol.verifyEmail, { body })
  const token = tokens.accessToken
  own.advance(31_000)
  isDown = true
  const failed = await device.call(protocol.startEmailChange, { token, body: { email } })
  expect(problemCode(failed)).toBe(protocol.MailUnavailableError.code)
  isDown = false
  const started = await device.must(protocol.startEmailChange, { token, body: { email } })
  const { changeId } = started
  const give = () =>
    device.call(protocol.verifyEmailPrimary, { token, body: { changeId, code: codeIn(texts.get(old)) } })
  isDown = true
  expect(problemCode(await give())).toBe(protocol.MailUnavailableError.code)
  isDown = false
  expect((await give()).status).toBe(200)
  const done = await device.call(protocol.verifyEmailSecondary, {
    token,
    body: { changeId, code: codeIn(texts.get(email)) },
  })
  expect(done.status).toBe(200)
  await own.stop()
})

test('send limits are those of sign-in codes', async () => {
  const owner = await createOwner()
  expect((await begin(owner, newEmail())).status).toBe(200)
  const soon = await begin(owner, newEmail())
  expect([soon.status, problemCode(soon), problemData(soon)]).toEqual([429, 4100, { retryAfter: 30 }])
  const login = await owner.device.start(owner.email)
  expect(problemCode(login)).toBe(protocol.TooSoonError.code)
})
