namespace RgPolicy.Dbms.Tests.SqlServer.StandIn;

/// <summary>A test that needs the stand-in for SQL Server; without it the test is skipped and says so.</summary>
internal sealed class StandInTheoryAttribute : TheoryAttribute
{
    public StandInTheoryAttribute()
    {
        if (StandInPlace.Folder is null)
        {
            Skip = "the stand-in for SQL Server is not here, CI has it: set RGPOLICY_SQLSERVER_STANDIN to its folder";
        }
    }
}
