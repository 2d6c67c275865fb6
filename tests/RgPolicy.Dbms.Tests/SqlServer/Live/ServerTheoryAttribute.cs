using RgPolicy.Testing.SqlServer.Servers;

namespace RgPolicy.Dbms.Tests.SqlServer.Live;

/// <summary>
/// A test that needs a SQL Server. One that chooses its release, plays a workload or lets something go wrong needs a server that is
/// played: against a server that is given it is skipped and says so.
/// </summary>
internal sealed class ServerTheoryAttribute : TheoryAttribute
{
    private bool _isPlayed;

    /// <summary>The test needs a server that is played.</summary>
    public bool IsPlayed
    {
        get => _isPlayed;
        set
        {
            _isPlayed = value;
            if (value && !ServerChoice.IsPlayed) Skip = "this test chooses a release, a workload or a fault, and RGPOLICY_TEST_SQLSERVER names a server that is what it is";
        }
    }
}
