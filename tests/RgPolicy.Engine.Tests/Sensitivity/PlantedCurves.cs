namespace RgPolicy.Engine.Tests.Sensitivity;

/// <summary>An engine that is made up: what it does under each setting is known, with noise as on a shared
/// machine.</summary>
internal static class PlantedCurves
{
    /// <summary>Rates that rise in proportion up to a setting and are flat from there on.</summary>
    /// <param name="settings">How many.</param>
    /// <param name="knee">The first setting that is enough; 0 for a flat curve.</param>
    /// <param name="noise">Standard deviation of one run, as a share.</param>
    /// <param name="repeats">Runs of each setting.</param>
    /// <param name="random">Draws the noise.</param>
    public static ImmutableArray<double[]> Draw(int settings, int knee, double noise, int repeats, Random random) =>
        [
            .. Enumerable
                .Range(0, settings)
                .Select(setting =>
                    Enumerable
                        .Range(0, repeats)
                        .Select(_ => True(setting, knee) * Math.Exp(noise * Normal(random)))
                        .ToArray()
                ),
        ];

    // Each setting gives a quarter less than the next one.
    private static double True(int setting, int knee) => 40 * Math.Pow(0.75, Math.Max(0, knee - setting));

    // Box and Muller.
    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
