namespace RgPolicy.Dbms.SqlServer.Roles;

/// <summary>What holds for the sessions of a login.</summary>
/// <param name="IsSysadmin">It is one, or may be: whose membership cannot be told is left alone, so that the operator
/// is never locked out.</param>
/// <param name="Exemption">Why it is never governed, whatever a policy says; null where it may be.</param>
/// <param name="Doubt">Why it cannot be told whether it is a sysadmin; null where it can.</param>
internal readonly record struct LoginVerdict(bool IsSysadmin, string? Exemption, LoginDoubt? Doubt);
