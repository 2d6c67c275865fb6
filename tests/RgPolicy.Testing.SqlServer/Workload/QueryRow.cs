namespace RgPolicy.Testing.SqlServer.Workload;

/// <summary>A statement that the workload executes.</summary>
/// <param name="Number">Counts from 1.</param>
/// <param name="Name">Its name in the scenario.</param>
/// <param name="Text">The statement.</param>
/// <param name="Prefix">What stands before it in its batch.</param>
/// <param name="Plan">Its plan document.</param>
/// <param name="Hash">query_hash.</param>
/// <param name="PlanHash">query_plan_hash.</param>
/// <param name="Database">Where it is executed.</param>
internal sealed record QueryRow(
    int Number,
    string Name,
    string Text,
    string Prefix,
    string Plan,
    byte[] Hash,
    byte[] PlanHash,
    string Database
)
{
    private const int HandleBytes = 20;

    /// <summary>Degree of parallelism.</summary>
    public int Dop { get; init; } = 1;

    /// <summary>Memory grant, KB.</summary>
    public int GrantKb { get; init; }

    /// <summary>Simple: the server has made its literals parameters.</summary>
    public bool IsSimple { get; init; }

    /// <summary>Why the server cannot use hints for it, as a number; 0 where it can.</summary>
    public int HintFailure { get; init; }

    /// <summary>Its handle shows the text alone, and names the handle of the plan that runs.</summary>
    public bool IsShell { get; init; }

    /// <summary>The command that a request shows.</summary>
    public string Command => Text.TrimStart().Split(' ')[0].ToUpperInvariant();

    /// <summary>Where its plan and text are.</summary>
    public byte[] Handle => HandleOf(6);

    /// <summary>Where the parameterised plan of a shell is.</summary>
    public byte[] InnerHandle => HandleOf(7);

    private byte[] HandleOf(byte kind)
    {
        var handle = new byte[HandleBytes];
        (handle[0], handle[^1]) = (kind, (byte)Number);
        return handle;
    }
}
