namespace RgPolicy.SimulationProof.Traces;

/// <summary>Which way of a set makes room.</summary>
internal interface IReplacement
{
    /// <summary>A way was used.</summary>
    void Touch(int set, int way);

    /// <summary>The way that makes room, one of the mask.</summary>
    int Victim(int set, ulong mask);
}
