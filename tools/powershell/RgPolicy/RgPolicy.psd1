@{
    RootModule        = 'RgPolicy.psm1'
    ModuleVersion     = '1.0.0'
    GUID              = '6e0b1d0e-3c1f-4a53-9f0e-0a4f5c2d7b11'
    Author            = 'RgPolicy'
    Description       = 'RgPolicy for DBAs of SQL Server: the commands of rgp as objects.'
    PowerShellVersion = '5.1'
    FunctionsToExport = @(
        'Export-RgpFacts', 'Export-RgpScript', 'Get-RgpPlan', 'Get-RgpStatus', 'Install-RgpPolicy', 'Test-RgpDrift', 'Test-RgpPolicy',
        'Uninstall-RgpPolicy'
    )
    CmdletsToExport   = @()
    VariablesToExport = @()
    AliasesToExport   = @()
}
