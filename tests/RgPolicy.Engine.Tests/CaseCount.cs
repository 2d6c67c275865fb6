namespace RgPolicy.Engine.Tests;

/// <summary>How many random cases a property is held against, and which: RGPOLICY_CASES and RGPOLICY_SEED.</summary>
/// <param name="Count">How many.</param>
/// <param name="Seed">The same seed draws the same cases.</param>
internal sealed record CaseCount(int Count, int Seed)
{
    public static CaseCount FromEnvironment(int count) =>
        new(Number("RGPOLICY_CASES", count), Number("RGPOLICY_SEED", 20261121));

    private static int Number(string variable, int otherwise) =>
        int.TryParse(Environment.GetEnvironmentVariable(variable), CultureInfo.InvariantCulture, out var number)
            ? number
            : otherwise;
}
