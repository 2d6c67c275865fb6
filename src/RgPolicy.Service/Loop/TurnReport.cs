using RgPolicy.Engine.Decide;
using RgPolicy.Engine.Observe;

namespace RgPolicy.Service.Loop;

/// <summary>One turn of the loop.</summary>
/// <param name="Seen">What was observed.</param>
/// <param name="Now">The DBMS's clock when the decision was made.</param>
/// <param name="Turn">What was decided.</param>
/// <param name="Governor">Knows every running query's class.</param>
public readonly record struct TurnReport(Observation Seen, DateTimeOffset Now, GovernorTurn Turn, Governor Governor);
