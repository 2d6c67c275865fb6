namespace RgPolicy.Simulation.Running;

/// <summary>Which part of several plays is done, while they are played beside each other.</summary>
/// <param name="plays">How many.</param>
/// <param name="tell">Is told the part that is done, by one thread at a time; may be null.</param>
internal sealed class PlayProgress(int plays, Action<double>? tell)
{
    private readonly double[] _parts = new double[plays];

    /// <summary>A play has come so far.</summary>
    /// <param name="play">Which.</param>
    /// <param name="part">The part of it that is done.</param>
    public void Reach(int play, double part)
    {
        if (tell is null)
            return;
        lock (_parts)
        {
            _parts[play] = part;
            tell(_parts.Sum() / _parts.Length);
        }
    }
}
