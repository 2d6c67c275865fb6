namespace RgPolicy.Language.Tests;

/// <summary>How many inputs a fuzz test tries: few in CI, as many as RGPOLICY_FUZZ_INPUTS says in the long run
/// (tools/fuzz).</summary>
internal static class FuzzSize
{
    public static int Seed { get; } = Read("RGPOLICY_FUZZ_SEED", 20_261_120);

    public static int Inputs(int usual) => Read("RGPOLICY_FUZZ_INPUTS", usual);

    private static int Read(string name, int usual) =>
        int.TryParse(
            Environment.GetEnvironmentVariable(name),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out var value
        )
            ? value
            : usual;
}
