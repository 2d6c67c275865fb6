using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.EndToEnd.Tests.Governing;

/// <summary>A test that needs a SQL Server with hints. Where the server that is given has none it is
/// skipped and says so.</summary>
internal sealed class HintedServerTheoryAttribute : TheoryAttribute
{
    public HintedServerTheoryAttribute() => Skip = ServerChoice.Missing(ServerNeeds.Hints);
}
