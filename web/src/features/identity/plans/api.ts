import { subscriptions } from '@footnote/contract/nouns/identity/plans.ts'
import type { PlanType } from '@footnote/contract/shared/limits.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { errorDetail } from '../../../lib/calls/api-error.ts'
import { call } from '../../../lib/calls/client.ts'
import { useReload } from '../../../lib/calls/use-reload.ts'
import { toast } from '../../../ui/overlays/toast.ts'

/** The company's plan and its usage. */
export const subscriptionQuery = () =>
  queryOptions({
    queryKey: ['subscription'],
    queryFn: ({ signal }) => call(subscriptions.current, {}, signal),
  })

/** Reloads the plan, and the company, whose page shows it. */
const useReloadPlan = () => useReload(subscriptionQuery().queryKey, ['company'])

/** Changes the plan: now, at the end of the period, or after payment at the answered address. */
export function useChangePlan() {
  const reload = useReloadPlan()
  return useMutation({
    mutationFn: (plan_type: PlanType) => call(subscriptions.changePlan, { body: { plan_type } }),
    onSuccess: async ({ checkout_url, status, message }) => {
      if (checkout_url) window.location.assign(checkout_url)
      else if (status === 'active' || status === 'downgrading') {
        toast.success(message)
        await reload()
      } else toast.error(message || 'Failed to update plan')
    },
    onError: (error) => toast.error(errorDetail(error, 'Failed to change plan. Please try again.')),
  })
}

/** Returns to the free plan at the end of the period. */
export function useCancelPlan() {
  const reload = useReloadPlan()
  return useMutation({
    mutationFn: () => call(subscriptions.cancel, {}),
    onSuccess: async ({ message }) => {
      toast.success(message || 'Subscription cancelled successfully')
      await reload()
    },
    onError: (error) => toast.error(errorDetail(error, 'Failed to cancel subscription')),
  })
}

/** Opens Stripe's customer portal, where admins manage payments. */
export const useOpenPortal = () =>
  useMutation({
    mutationFn: () => call(subscriptions.portal, {}),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toast.error(errorDetail(error, 'The payment page could not be opened. Please try again.')),
  })
