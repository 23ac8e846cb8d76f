import { type Config, replace } from '@latchkey/core'
import { waitForDevice } from '@latchkey/core/identity'
import { useConfig } from '@latchkey/react'
import { Skeleton } from '@latchkey/ui'
import { type ReactElement, useEffect } from 'react'
import { useSay } from '../../locales/LocaleContext.tsx'
import { codeOf } from '../../parts/errorWords.ts'
import { FrameSlot, StripSkeleton } from '../../parts/FrameSlot.tsx'
import { isDeclined } from '../../parts/isDeclined.ts'
import { useViewWork } from '../../parts/useViewWork.ts'
import { textParam } from '../../parts/viewParams.ts'

/** Height of the frame's device screen, CSS px. */
const DEVICE_HEIGHT = 380

/** The place where the frame shows the number that the page in the mailbox shows too. The code comes next. */
export function EmailVerifyDeviceView(): ReactElement {
  const config = useConfig()
  const say = useSay()
  const { error } = useViewWork(async (signal) => {
    await waitForDevice(config, { signal })
    if (!signal.aborted) replace(config, { name: 'EmailVerifyOtp' })
  })
  useEffect(() => {
    if (error) leave(config, error)
  }, [config, error])
  return (
    <FrameSlot height={DEVICE_HEIGHT} loading={say('device.loading')}>
      <StripSkeleton />
      <div className="lk-stack" data-gap="20">
        <Skeleton width="90%" height={18} />
        <Skeleton shape="box" height={96} />
        <Skeleton width="70%" />
      </div>
    </FrameSlot>
  )
}

/** Back to the address, with the reason where there is one. */
function leave(config: Config, error: unknown): void {
  const { stack } = config.router.getState()
  const email = textParam(stack.at(-2)?.params, 'email')
  const code = isDeclined(error) ? undefined : (codeOf(error) ?? 0)
  const params = { ...(email ? { email } : {}), ...(code === undefined ? {} : { error: code }) }
  config.router.setState({ stack: [...stack.slice(0, -2), { name: 'Connect', params }], direction: 'prev' })
}
