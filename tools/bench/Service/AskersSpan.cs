namespace RgPolicy.Bench.Service;

/// <summary>So many who ask for the status, and the loop's turns meanwhile.</summary>
/// <param name="Name">What they are called.</param>
/// <param name="Connections">How many ask; 0 for nobody.</param>
/// <param name="PerSecond">How often, together; 0 as fast as they can.</param>
internal sealed record AskersSpan(string Name, int Connections, int PerSecond)
{
    /// <summary>Whether they ask as fast as they can.</summary>
    public bool IsWithoutPause => Connections > 0 && PerSecond == 0;

    /// <summary>Turns, without their polls.</summary>
    public Sample Turns { get; } = new();

    /// <summary>From the begin of a poll to that of the next.</summary>
    public Sample Intervals { get; } = new();

    /// <summary>The p99 of turns of each round, in milliseconds.</summary>
    public List<double> Rounds { get; } = [];

    /// <summary>What the last of them said of their answers.</summary>
    public string Answers { get; set; } = "";

    /// <summary>Takes a round's turns in.</summary>
    public void Add(Sample turns)
    {
        Rounds.Add(turns.Quantile(0.99));
        Turns.AddAll(turns);
    }

    public void Write(TextWriter output)
    {
        output.WriteLine(Name);
        output.WriteLine(
            string.Create(CultureInfo.InvariantCulture, $"    turn, without its poll     {Turns}  of {Turns.Count}")
        );
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"    from one poll to the next  {Intervals}"));
        output.Write(Answers);
    }
}
