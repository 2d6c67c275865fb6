using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>A test that needs a SQL Server. Where the server that is given cannot do what it needs it
/// is skipped and says so.</summary>
internal sealed class ServerTheoryAttribute : TheoryAttribute
{
    private ServerNeeds _needs;

    /// <summary>What it needs.</summary>
    public ServerNeeds Needs
    {
        get => _needs;
        set => (_needs, Skip) = (value, ServerChoice.Missing(value));
    }
}
