namespace RgPolicy.EndToEnd.Tests.Vm;

/// <summary>What is tried of the loop in the test machine.</summary>
/// <param name="Seed">Of the order in which programs are killed.</param>
/// <param name="Rounds">How many programs are killed.</param>
/// <param name="Server">The only server that is tried, <c>postgresql</c> or <c>mariadb</c>; null: both.</param>
internal sealed record VmLoopOptions(int Seed, int Rounds, string? Server)
{
    public const string PostgreSql = "postgresql";
    public const string MariaDb = "mariadb";

    /// <summary>False where another server is asked for than can be tried.</summary>
    public bool IsKnown => Server is null or PostgreSql or MariaDb;

    /// <summary>Each of the three programs once, unless the words say otherwise.</summary>
    public static VmLoopOptions Of(string[] words) =>
        new(Number(words, 0) ?? 1, Number(words, 1) ?? VmVictims.All.Length, words.ElementAtOrDefault(2));

    /// <summary>Whether a server is tried.</summary>
    public bool Has(string server) => Server is null || Server == server;

    private static int? Number(string[] words, int index) =>
        index < words.Length ? int.Parse(words[index], NumberStyles.None, CultureInfo.InvariantCulture) : null;
}
