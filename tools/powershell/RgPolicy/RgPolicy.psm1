# RgPolicy for DBAs of SQL Server. Each function runs rgp with --output json and gives its document as an object; what rgp says went
# wrong is an error of the function. RGPOLICY_EXE names the program where it is not on the path.
Set-StrictMode -Version 2.0

$script:Codes = @{ Success = 0; Findings = 1; Usage = 2; Unreachable = 3; ChangesPending = 10; NothingEnforced = 11 }

function Get-RgpTarget {
    param([string]$SqlInstance, [pscredential]$SqlCredential, [string]$Parameters)
    $login = if ($SqlCredential) { [uri]::EscapeDataString($SqlCredential.UserName) + '@' } else { '' }
    $place = $SqlInstance -replace '^tcp:', '' -replace '\\', '/' -replace ',', ':'
    'sqlserver://' + $login + $place + $(if ($Parameters) { '?' + $Parameters } else { '' })
}

# The password goes by the environment, and only while the program runs: arguments can be seen by other users.
function Invoke-Rgp {
    param([string[]]$Arguments, [pscredential]$SqlCredential, [int[]]$Expected = @(0), [switch]$AsText)
    $program = if ($env:RGPOLICY_EXE) { $env:RGPOLICY_EXE } else { 'rgp' }
    $before = $env:RGPOLICY_PASSWORD
    $problems = [System.Collections.Generic.List[string]]::new()
    try {
        if ($SqlCredential) { $env:RGPOLICY_PASSWORD = $SqlCredential.GetNetworkCredential().Password }
        $format = if ($AsText) { @() } else { @('--output', 'json') }
        $output = & $program @Arguments @format 2>&1 | ForEach-Object {
            if ($_ -is [System.Management.Automation.ErrorRecord]) { $problems.Add($_.ToString()) } else { $_ }
        }
        $code = $LASTEXITCODE
    }
    finally {
        $env:RGPOLICY_PASSWORD = $before
    }

    if ($Expected -notcontains $code) { throw "rgp $($Arguments[0]) ended with $code. $($problems -join ' ')" }
    $text = @($output) -join [Environment]::NewLine
    [pscustomobject]@{ Code = $code; Problems = $problems.ToArray(); Document = if ($AsText -or -not $text) { $text } else { $text | ConvertFrom-Json } }
}

function Get-RgpStatus {
    <#
    .SYNOPSIS
    What a running service does.
    .EXAMPLE
    Get-RgpStatus -StatusSocket C:\ProgramData\RgPolicy\main.sock
    #>
    [CmdletBinding()]
    param([string]$StatusSocket)
    $arguments = @('status') + $(if ($StatusSocket) { @('--status-socket', $StatusSocket) } else { @() })
    (Invoke-Rgp -Arguments $arguments).Document
}

function Test-RgpPolicy {
    <#
    .SYNOPSIS
    Checks policies: an object with IsValid and the findings.
    .EXAMPLE
    Get-ChildItem *.rgp | Test-RgpPolicy
    #>
    [CmdletBinding()]
    param([Parameter(Mandatory, ValueFromPipeline, ValueFromPipelineByPropertyName)][Alias('FullName')][string]$Path, [string]$Target)
    process {
        $arguments = @('lint', $Path) + $(if ($Target) { @('--profile', $Target) } else { @() })
        $run = Invoke-Rgp -Arguments $arguments -Expected $script:Codes.Success, $script:Codes.Findings
        [pscustomobject]@{ Path = $Path; IsValid = $run.Code -eq $script:Codes.Success; Findings = $run.Document }
    }
}

function Export-RgpFacts {
    <#
    .SYNOPSIS
    Keeps what a plan for a server depends on.
    .EXAMPLE
    Export-RgpFacts -SqlInstance sql01 -SqlCredential dba -Path server.json
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)][string]$SqlInstance, [pscredential]$SqlCredential, [string]$ConnectionParameters,
        [Parameter(Mandatory)][string]$Path
    )
    $target = Get-RgpTarget $SqlInstance $SqlCredential $ConnectionParameters
    $null = Invoke-Rgp -Arguments 'facts', '--server', $target, '--out', $Path -SqlCredential $SqlCredential -AsText
    Get-Item -LiteralPath $Path
}

function Get-RgpPlan {
    <#
    .SYNOPSIS
    What a policy would change on a server. Nothing is changed.
    .EXAMPLE
    (Get-RgpPlan -Policy p.rgp -SqlInstance sql01).changes
    #>
    [CmdletBinding()]
    param([Parameter(Mandatory)][string]$Policy, [Parameter(Mandatory)][string]$SqlInstance, [pscredential]$SqlCredential, [string]$ConnectionParameters)
    $target = Get-RgpTarget $SqlInstance $SqlCredential $ConnectionParameters
    (Invoke-Rgp -Arguments 'plan', $Policy, '--server', $target -SqlCredential $SqlCredential).Document
}

function Export-RgpScript {
    <#
    .SYNOPSIS
    Writes a plan and its back-out as scripts for sqlcmd, from facts that Export-RgpFacts kept.
    .EXAMPLE
    Export-RgpScript -Policy p.rgp -FactsPath server.json -Path change.sql
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)][string]$Policy, [Parameter(Mandatory)][string]$FactsPath, [Parameter(Mandatory)][string]$Path,
        [switch]$ReplaceClassifier
    )
    $arguments = @('plan', $Policy, '--facts', $FactsPath, '--script', $Path) + $(if ($ReplaceClassifier) { @('--replace-classifier') } else { @() })
    $null = Invoke-Rgp -Arguments $arguments
    Get-Item -LiteralPath $Path, ([IO.Path]::ChangeExtension($Path, '.backout' + [IO.Path]::GetExtension($Path)))
}

function Test-RgpDrift {
    <#
    .SYNOPSIS
    Compares a server with a policy: IsInSync, IsEnforced and the differences.
    .EXAMPLE
    if (-not (Test-RgpDrift -Policy p.rgp -SqlInstance sql01).IsInSync) { ... }
    #>
    [CmdletBinding()]
    param([Parameter(Mandatory)][string]$Policy, [Parameter(Mandatory)][string]$SqlInstance, [pscredential]$SqlCredential, [string]$ConnectionParameters)
    $target = Get-RgpTarget $SqlInstance $SqlCredential $ConnectionParameters
    $run = Invoke-Rgp -Arguments 'drift', $Policy, '--server', $target -SqlCredential $SqlCredential -Expected (
        $script:Codes.Success, $script:Codes.Findings, $script:Codes.NothingEnforced)
    [pscustomobject]@{
        SqlInstance = $SqlInstance
        IsInSync    = $run.Code -ne $script:Codes.Findings
        IsEnforced  = $run.Code -ne $script:Codes.NothingEnforced
        Changes     = @($run.Document.changes | Where-Object action -ne 'none')
    }
}

function Install-RgpPolicy {
    <#
    .SYNOPSIS
    Carries a policy out on a server, reads it back, and takes it back when anything fails.
    .EXAMPLE
    Install-RgpPolicy -Policy p.rgp -SqlInstance sql01 -WhatIf
    #>
    [CmdletBinding(SupportsShouldProcess, ConfirmImpact = 'High')]
    param(
        [Parameter(Mandatory)][string]$Policy, [Parameter(Mandatory)][string]$SqlInstance, [pscredential]$SqlCredential,
        [string]$ConnectionParameters, [switch]$ReplaceClassifier
    )
    $target = Get-RgpTarget $SqlInstance $SqlCredential $ConnectionParameters
    if ($PSCmdlet.ShouldProcess($SqlInstance, "Carry out $Policy")) {
        $arguments = @('apply', $Policy, '--server', $target, '--yes') + $(if ($ReplaceClassifier) { @('--replace-classifier') } else { @() })
        (Invoke-Rgp -Arguments $arguments -SqlCredential $SqlCredential).Document
    }
}

function Uninstall-RgpPolicy {
    <#
    .SYNOPSIS
    Brings back what was there before the last Install-RgpPolicy, with -All before the first.
    .EXAMPLE
    Uninstall-RgpPolicy -SqlInstance sql01 -All
    #>
    [CmdletBinding(SupportsShouldProcess, ConfirmImpact = 'High')]
    param([Parameter(Mandatory)][string]$SqlInstance, [pscredential]$SqlCredential, [string]$ConnectionParameters, [switch]$All)
    $target = Get-RgpTarget $SqlInstance $SqlCredential $ConnectionParameters
    if ($PSCmdlet.ShouldProcess($SqlInstance, 'Take RgPolicy''s changes back')) {
        $arguments = @('rollback', '--server', $target, '--yes') + $(if ($All) { @('--all') } else { @() })
        (Invoke-Rgp -Arguments $arguments -SqlCredential $SqlCredential).Document
    }
}
