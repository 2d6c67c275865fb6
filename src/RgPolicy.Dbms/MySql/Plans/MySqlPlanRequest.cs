namespace RgPolicy.Dbms.MySql.Plans;

/// <summary>A plan that is to be asked for.</summary>
/// <param name="Key">What the answer is kept by.</param>
/// <param name="SessionId">The session that runs the statement.</param>
/// <param name="Text">The statement's text, as far as it was read.</param>
internal sealed record MySqlPlanRequest(MySqlPlanKey Key, int SessionId, string Text);
