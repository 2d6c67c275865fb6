namespace RgPolicy.Service.Suggesting;

/// <summary>Queries of which too little is known to narrow them.</summary>
/// <param name="Reason">Why, such as that no plan can be had of a function.</param>
/// <param name="Queries">How many were seen.</param>
/// <param name="Seconds">How long they ran, together.</param>
public sealed record UnknownWork(string Reason, long Queries, double Seconds);
