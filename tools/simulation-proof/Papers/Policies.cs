namespace RgPolicy.SimulationProof.Papers;

/// <summary>The policies that come with RgPolicy.</summary>
internal static class Policies
{
    public static string Text(string name) =>
        File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "policies", name + ".rgp"));
}
