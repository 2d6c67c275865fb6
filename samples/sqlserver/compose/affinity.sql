-- Run once by compose.yaml, as sa. Which CPUs are the server's: change the range to the host's.
ALTER SERVER CONFIGURATION SET PROCESS AFFINITY CPU = 0 TO 3;
GO
IF SUSER_ID(N'rgpolicy') IS NULL
    CREATE LOGIN [rgpolicy] WITH PASSWORD = N'$(RgPolicyPassword)';
GO
-- To watch; docs/reference/sql-server.md has what hints, plan and apply need.
GRANT VIEW SERVER STATE, VIEW ANY DEFINITION, VIEW ANY DATABASE TO [rgpolicy];
GO
