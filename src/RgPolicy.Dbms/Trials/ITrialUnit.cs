namespace RgPolicy.Dbms.Trials;

/// <summary>What a client runs as a whole: a statement, or a script of several.</summary>
public interface ITrialUnit
{
    /// <summary>How often it runs in each run.</summary>
    int Weight { get; }

    /// <summary>One execution: what to do, one after the other.</summary>
    /// <param name="client">Which client runs it, from 0.</param>
    /// <param name="values">Draws the values that it is given.</param>
    /// <exception cref="TrialException">A value cannot be had; thrown on the way.</exception>
    IEnumerable<TrialStep> Begin(int client, Random values);
}

/// <summary>A statement by itself.</summary>
internal sealed record StatementUnit(TrialStatement Statement) : ITrialUnit
{
    /// <inheritdoc />
    public int Weight => Statement.Weight;

    /// <inheritdoc />
    public IEnumerable<TrialStep> Begin(int client, Random values) => [new TrialStep(TimeSpan.Zero, Statement)];
}
