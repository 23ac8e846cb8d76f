import type { ComponentPropsWithoutRef, ReactElement, ReactNode } from 'react'
import { classNames } from './classNames.ts'
import { Icon, type IconName } from './Icon.tsx'

export type ActionButtonProps = ComponentPropsWithoutRef<'button'> & {
  icon: IconName
  /** The word under the icon, and the accessible name. */
  children: ReactNode
}

/**
 * A round icon with a word under it. Put two to four of them in a `lk-actions` element.
 * @example <div className="lk-actions"><ActionButton icon="arrow-up" onClick={send}>Send</ActionButton></div>
 */
export function ActionButton({ icon, className, children, ...rest }: ActionButtonProps): ReactElement {
  return (
    <button type="button" {...rest} className={classNames('lk-action', className)}>
      <span className="lk-action-disc">
        <Icon name={icon} />
      </span>
      {children}
    </button>
  )
}
