import { faultIn } from '../../../src/gateway/page/SignInCard';

it('says what went wrong at the company’s sign-in, with the ID by which to be added', () => {
  expect(faultIn('')).toBeUndefined();
  expect(faultIn('#people')).toBeUndefined();
  expect(faultIn('#sign-in=provider-down')).toMatch(/can’t be reached.*administrator’s token/);
  expect(faultIn('#sign-in=unknown-person&id=auth0%7C5f')).toMatch(/with the ID auth0\|5f\.$/);
  expect(faultIn('#sign-in=__proto__')).toBe('That sign-in didn’t work. Try again.');
});
