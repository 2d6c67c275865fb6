using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A test that plays a SQL Server with a workload of its own. Where a server is given it is
/// skipped and says so.</summary>
internal sealed class PlayedServerTheoryAttribute : TheoryAttribute
{
    public PlayedServerTheoryAttribute() => Skip = ServerChoice.Missing(ServerNeeds.Played);
}
