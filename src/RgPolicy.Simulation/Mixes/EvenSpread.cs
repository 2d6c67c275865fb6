namespace RgPolicy.Simulation.Mixes;

/// <summary>Numbers from 0 to 1 that are spread as evenly as can be, however many are taken: multiples of the golden
/// ratio.</summary>
internal static class EvenSpread
{
    private const double GoldenRatio = 0.6180339887498949;

    /// <summary>One of them.</summary>
    /// <param name="index">Which one.</param>
    /// <param name="phase">By how much all are moved on.</param>
    public static double At(int index, double phase = 0)
    {
        var number = (index * GoldenRatio) + phase;
        return number - Math.Floor(number);
    }
}
