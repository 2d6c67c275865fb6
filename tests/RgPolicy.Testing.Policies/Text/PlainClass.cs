namespace RgPolicy.Testing.Policies.Text;

/// <summary>A class.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Pool">Its pool's index.</param>
/// <param name="Condition">Its condition.</param>
internal sealed record PlainClass(string Name, int Pool, PlainCondition Condition);
