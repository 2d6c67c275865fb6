using RgPolicy.Engine.Sensitivity;

namespace RgPolicy.Engine.Tests.Sensitivity;

/// <summary>Knees that are planted are found, and none is seen where there is none.</summary>
public sealed class KneeFinderTests
{
    private const int Curves = 400;
    private const int Repeats = 5;

    [Theory]
    [InlineData(0.90, 0.03)]
    [InlineData(0.90, 0.06)]
    [InlineData(0.95, 0.03)]
    [InlineData(0.95, 0.06)]
    public void Find_PlantedKnee_IsFoundInNearlyAllNoisyRuns(double share, double noise)
    {
        var random = new Random(11);
        var found = 0;
        for (var curve = 0; curve < Curves; curve++)
        {
            var settings = random.Next(4, 11);
            var planted = random.Next(1, settings - 1);
            var knee = KneeFinder.Find(PlantedCurves.Draw(settings, planted, noise, Repeats, random), share, curve);
            found += knee.Kind == KneeKind.Found && knee.Setting == planted ? 1 : 0;
        }

        Assert.True(found >= 0.95 * Curves, $"{found} of {Curves}");
    }

    [Theory]
    [InlineData(0.90, 0.10)]
    [InlineData(0.95, 0.03)]
    [InlineData(0.95, 0.10)]
    public void Find_FlatCurve_InventsNoKnee(double share, double noise)
    {
        var random = new Random(12);
        var flat = 0;
        for (var curve = 0; curve < Curves; curve++)
        {
            var rates = PlantedCurves.Draw(random.Next(2, 13), 0, noise, Repeats, random);
            flat += KneeFinder.Find(rates, share, curve).Kind == KneeKind.Insensitive ? 1 : 0;
        }

        Assert.True(flat >= 0.95 * Curves, $"{flat} of {Curves}");
    }

    [Fact]
    public void Find_CurveThatRisesToItsEnd_SaysSo()
    {
        var random = new Random(13);
        var rising = 0;
        for (var curve = 0; curve < Curves; curve++)
        {
            var settings = random.Next(3, 11);
            var rates = PlantedCurves.Draw(settings, settings - 1, 0.05, Repeats, random);
            rising += KneeFinder.Find(rates, 0.9, curve).Kind == KneeKind.StillRising ? 1 : 0;
        }

        Assert.True(rising >= 0.95 * Curves, $"{rising} of {Curves}");
    }

    [Fact]
    public void Find_MoreThanEnoughIsWorse_KneeIsBeforeTheFall()
    {
        // As parallel plans that pay for more workers than they can use.
        double[][] rates =
        [
            [10, 10.1, 9.9],
            [20, 20.1, 19.9],
            [19.8, 20, 20.1],
            [12, 12.1, 11.9],
        ];

        var knee = KneeFinder.Find([.. rates], 0.9, 1);

        Assert.Equal((KneeKind.Found, 1, 1), (knee.Kind, knee.Setting, knee.Most));
    }
}
