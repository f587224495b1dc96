import { Form, type FormProps } from '../../../../ui/forms/form.tsx'

/** The form of one setting. */
export const SettingForm = (props: FormProps) => (
  <Form className="grid w-full justify-items-start gap-4 *:max-w-full [&>:not(button)]:w-full" {...props} />
)
