-- A job of SQL Server Agent that looks every hour whether the server is still as the policy says, and fails where it is not.
-- Change the paths, the owner (no sysadmin: rgp drift needs VIEW SERVER STATE and VIEW ANY DEFINITION alone) and the proxy, whose
-- account may read the policy. Without a proxy a step of this kind needs a sysadmin as owner.
USE [msdb];
GO
EXEC dbo.sp_add_job
    @job_name = N'RgPolicy drift', @description = N'Compares Resource Governor with the policy.', @owner_login_name = N'rgpolicy_jobs',
    @notify_level_eventlog = 2;
EXEC dbo.sp_add_jobstep
    @job_name = N'RgPolicy drift', @step_name = N'drift', @subsystem = N'CmdExec', @proxy_name = N'rgpolicy_proxy',
    @command = N'"C:\Program Files\RgPolicy\rgp.exe" drift "C:\ProgramData\RgPolicy\policy.rgp" --server "sqlserver://localhost"',
    @cmdexec_success_code = 0;
EXEC dbo.sp_add_jobschedule
    @job_name = N'RgPolicy drift', @name = N'every hour', @freq_type = 4, @freq_interval = 1, @freq_subday_type = 8, @freq_subday_interval = 1;
EXEC dbo.sp_add_jobserver @job_name = N'RgPolicy drift';
GO
