"""Words of allauth and Django on our pages: named here, our catalogues say them our way.

The English of those that we would say otherwise is in `locale/en`.
"""

from __future__ import annotations

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

BORROWED = (
    _("This account is currently inactive."),
    _("You cannot remove your primary email address."),
    _("This email address is already associated with this account."),
    _("The email address and/or password you specified are not correct."),
    _("A user is already registered with this email address."),
    _("Please type your current password."),
    _("Incorrect code."),
    _("Incorrect password."),
    _("Invalid or expired key."),
    _("Invalid login."),
    _("The password reset token was invalid."),
    _("You cannot add more than %d email addresses."),
    _("Too many failed login attempts. Try again later."),
    _("The email address is not assigned to any user account."),
    _("Your primary email address must be verified."),
    _("Username can not be used. Please use other username."),
    _("The username and/or password you specified are not correct."),
    _("The new value must be different from the current one."),
    _("Be patient, you are sending too many requests."),
    _("Use your password"),
    _("Use authenticator app or code"),
    _("Use a security key"),
    _("Email"),
    _("Email address"),
    _("You must type the same password each time."),
    _("Password"),
    _("Remember Me"),
    _("Username"),
    pgettext_lazy("field label", "Login"),
    _("Username or email"),
    _("Forgot your password?"),
    _("You must type the same email each time."),
    _("Password (again)"),
    _("Current Password"),
    _("New Password"),
    _("New Password (again)"),
    _("Code"),
    _("You cannot add an email address to an account protected by two-factor authentication."),
    _("You cannot deactivate two-factor authentication."),
    _("You cannot generate recovery codes without having two-factor authentication enabled."),
    _("You cannot activate two-factor authentication until you have verified your email address."),
    _("Key nr. {number}"),
    _("Recovery codes"),
    _("Authenticator code"),
    _("Passwordless"),
    _(
        "Enabling passwordless operation allows you to sign in using just this key, "
        "but imposes additional requirements such as biometrics or PIN protection."
    ),
    _("Login"),
    _("Cancel"),
    _("Account Inactive"),
    _("This account is inactive."),
    _("We've sent a code to %(recipient)s. The code expires shortly, so please enter it soon."),
    _("Confirm"),
    _("Request new code"),
    _("Confirm Access"),
    _("Please reauthenticate to safeguard your account."),
    _("Alternative options"),
    _("Email Verification"),
    _("Enter Email Verification Code"),
    _("Use a different email address"),
    _("Sign In"),
    _("Enter Sign-In Code"),
    _("Password Reset"),
    _("Enter Password Reset Code"),
    _("Email Addresses"),
    _("The following email addresses are associated with your account:"),
    _("Verified"),
    _("Unverified"),
    _("Primary"),
    _("Make Primary"),
    _("Re-send Verification"),
    _("Remove"),
    _("Add Email Address"),
    _("Add Email"),
    _("Do you really want to remove the selected email address?"),
    _("Sign-In Code"),
    _("Password Reset Code"),
    _("Email Address"),
    _("Current email"),
    _("Changing to"),
    _("Your email address is still pending verification."),
    _("Cancel Change"),
    _("Change to"),
    _("Change Email"),
    _("Confirm Email Address"),
    _(
        'Please confirm that <a href="mailto:%(email)s">%(email)s</a> is an email '
        "address for user %(user_display)s."
    ),
    _("Unable to confirm %(email)s because it is already confirmed by a different account."),
    _(
        "This email confirmation link expired or is invalid. Please <a "
        'href="%(email_url)s">issue a new email confirmation request</a>.'
    ),
    _("If you have not created an account yet, then please %(link)ssign up%(end_link)s first."),
    _("Sign in with a passkey"),
    _("Send me a sign-in code"),
    _("Sign Out"),
    _("Are you sure you want to sign out?"),
    _("You cannot remove your primary email address (%(email)s)."),
    _("Confirmation email sent to %(email)s."),
    _("You have confirmed %(email)s."),
    _("Removed email address %(email)s."),
    _("Successfully signed in as %(name)s."),
    _("You have signed out."),
    _("A sign-in code has been sent to %(recipient)s."),
    _("Password successfully changed."),
    _("Password successfully set."),
    _("Primary email address set."),
    _("Change Password"),
    _(
        "Forgotten your password? Enter your email address below, and we'll send you "
        "an email allowing you to reset it."
    ),
    _("Reset My Password"),
    _("Please contact us if you have any trouble resetting your password."),
    _(
        "We have sent you an email. If you have not received it please check your "
        "spam folder. Otherwise contact us if you do not receive it in a few minutes."
    ),
    _("Bad Token"),
    _(
        "The password reset link was invalid, possibly because it has already been "
        'used.  Please request a <a href="%(passwd_reset_url)s">new password '
        "reset</a>."
    ),
    _("Your password is now changed."),
    _("Set Password"),
    _("Enter your password:"),
    _("You will receive a special code for a password-free sign-in."),
    _("Request Code"),
    _("Other sign-in options"),
    _("Sign Up"),
    _("Already have an account? Then please %(link)ssign in%(end_link)s."),
    _("Other options"),
    _("You are already logged in as %(user_display)s."),
    _(
        "You currently do not have any email address set up. You should really add an "
        "email address so you can receive notifications, reset your password, etc."
    ),
    _("Verify Your Email Address"),
    _(
        "We have sent an email to you for verification. Follow the link provided to "
        "finalize the signup process. If you do not see the verification email in "
        "your main inbox, check your spam folder. Please contact us if you do not "
        "receive the verification email within a few minutes."
    ),
    _(
        "This part of the site requires us to verify that\nyou are who you claim to "
        "be. For this purpose, we require that you\nverify ownership of your email "
        "address. "
    ),
    _(
        "We have sent an email to you for\nverification. Please click on the link "
        "inside that email. If you do not see the verification email in your main "
        "inbox, check your spam folder. Otherwise\ncontact us if you do not receive it "
        "within a few minutes."
    ),
    _(
        '<strong>Note:</strong> you can still <a href="%(email_url)s">change your '
        "email address</a>."
    ),
    _("Two-Factor Authentication"),
    _("Sessions"),
    _(
        "Your account is protected by two-factor authentication. Please enter an "
        "authenticator code:"
    ),
    _("Authenticator app activated."),
    _("Authenticator app deactivated."),
    _("Authenticator App"),
    _("Authentication using an authenticator app is active."),
    _("An authenticator app is not active."),
    _("Deactivate"),
    _("Activate"),
    _("Security Keys"),
    ngettext_lazy(
        "You have added %(count)s security key.", "You have added %(count)s security keys."
    ),
    _("No security keys have been added."),
    _("Manage"),
    _("Add"),
    _("Recovery Codes"),
    ngettext_lazy(
        "There is %(unused_count)s out of %(total_count)s recovery codes available.",
        "There are %(unused_count)s out of %(total_count)s recovery codes available.",
    ),
    _("No recovery codes set up."),
    _("View"),
    _("Download"),
    _("Generate"),
    _("A new set of recovery codes has been generated."),
    _("Save them  in a secure location now — they won't be shown again."),
    _("Security key added."),
    _("Security key removed."),
    _("Enter an authenticator code:"),
    _("You are about to generate a new set of recovery codes for your account."),
    _("This action will invalidate your existing codes."),
    _("Are you sure?"),
    _("Unused codes"),
    _("Download codes"),
    _("Generate new codes"),
    _("I have saved my recovery codes"),
    _("Activate Authenticator App"),
    _(
        "To protect your account with two-factor authentication, scan the QR code "
        "below with your authenticator app. Then, input the verification code "
        "generated by the app below."
    ),
    _("Authenticator secret"),
    _("You can store this secret and use it to reinstall your authenticator app at a later time."),
    _("Deactivate Authenticator App"),
    _("You are about to deactivate authenticator app based authentication. Are you sure?"),
    _("Trust this Browser?"),
    _(
        "If you choose to trust this browser, you will not be asked for a "
        "verification code the next time you sign in."
    ),
    _("Trust for %(period)s"),
    _("Don't Trust"),
    _("Add Security Key"),
    _("Remove Security Key"),
    _("Are you sure you want to remove this security key?"),
    _("Usage"),
    _("Passkey"),
    _("Security key"),
    _("This key does not indicate whether it is a passkey."),
    _("Unspecified"),
    _("Added on %(created_at)s"),
    _("Last used %(last_used)s"),
    _("Edit"),
    _("Edit Security Key"),
    _("Save"),
    _("Create Passkey"),
    _("Create"),
    _("This functionality requires JavaScript."),
    _("Signed out of all other sessions."),
    _("Started At"),
    _("IP Address"),
    _("Browser"),
    _("Last seen at"),
    _("Current"),
    _("Sign Out Other Sessions"),
    _("This field is required."),
    _("Enter a valid email address."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Enter a valid date."),
    _("This password is too common."),
    _("This password is entirely numeric."),
    _("The password is too similar to the %(verbose_name)s."),
    _("Your password can’t be a commonly used password."),
    _("Your password can’t be entirely numeric."),
    _("Your password can’t be too similar to your other personal information."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
)
