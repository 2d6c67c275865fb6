using System.Collections.Immutable;

namespace RgPolicy.Dbms.SqlServer.Roles;

/// <summary>Which logins are never governed: sysadmins, logins that may be one, and those that the configuration
/// lists.</summary>
/// <param name="Sysadmins">The sysadmins.</param>
/// <param name="Exempt">Logins that are never governed; a <c>*</c> at the end stands for anything.</param>
/// <param name="Governed">Logins that are governed whatever their roles; in the same form. A login in both lists is not
/// governed.</param>
internal sealed record LoginRules(Sysadmins Sysadmins, ImmutableArray<string> Exempt, ImmutableArray<string> Governed)
{
    private const char Anything = '*';

    /// <summary>Why a login that is listed so is never governed.</summary>
    public const string Listed = "its login is listed as never governed";

    /// <summary>What holds for a login.</summary>
    public LoginVerdict Of(string login)
    {
        if (Exempt.Any(pattern => Matches(pattern, login)))
            return new LoginVerdict(Sysadmins.IsOne(login) ?? true, Listed, null);
        if (IsGoverned(login))
            return new LoginVerdict(false, null, null);
        return Sysadmins.IsOne(login) is { } isOne
            ? new LoginVerdict(isOne, null, null)
            : new LoginVerdict(true, null, Sysadmins.IsSeen ? LoginDoubt.Groups : LoginDoubt.Unseen);
    }

    /// <summary>True for a login that is governed whatever its roles and its applications.</summary>
    public bool IsGoverned(string login) => Governed.Any(pattern => Matches(pattern, login));

    private static bool Matches(string pattern, string login) =>
        pattern.EndsWith(Anything)
            ? login.StartsWith(pattern[..^1], StringComparison.OrdinalIgnoreCase)
            : login.Equals(pattern, StringComparison.OrdinalIgnoreCase);
}

/// <summary>What holds for the sessions of a login.</summary>
/// <param name="IsSysadmin">It is one, or may be: whose membership cannot be told is left alone, so that the operator
/// is never locked out.</param>
/// <param name="Exemption">Why it is never governed, whatever a policy says; null where it may be.</param>
/// <param name="Doubt">Why it cannot be told whether it is a sysadmin; null where it can.</param>
internal readonly record struct LoginVerdict(bool IsSysadmin, string? Exemption, LoginDoubt? Doubt);

/// <summary>Why it cannot be told whether a login is a sysadmin.</summary>
internal enum LoginDoubt
{
    /// <summary>RgPolicy's login may not see who is in which role.</summary>
    Unseen,

    /// <summary>A group of the domain is in sysadmin, and who is in it is not asked.</summary>
    Groups,
}
