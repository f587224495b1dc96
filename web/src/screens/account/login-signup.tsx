import { useLocation } from 'react-router'
import { LoginForm } from '../../features/identity/accounts/login-form.tsx'
import { SignupForm } from '../../features/identity/accounts/signup-form.tsx'

/** One screen for login and sign-up. */
export default function LoginSignup() {
  return useLocation().pathname === '/signup' ? <SignupForm /> : <LoginForm />
}
