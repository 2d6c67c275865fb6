namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>What plans are kept by: with other constants, or temporary tables, one login's execution must not decide
/// what becomes of another's.</summary>
/// <param name="Login">The session's login.</param>
/// <param name="Database">The session's database, in which names without one are looked up.</param>
/// <param name="Fingerprint">The statement's.</param>
/// <param name="Execution">Of a plan that is one execution's own, that execution's number; else 0.</param>
internal readonly record struct MySqlPlanKey(string Login, string Database, string Fingerprint, long Execution = 0);
