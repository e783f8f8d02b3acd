"""What to run in place of outputs that are known, but can't be read."""

from __future__ import annotations

import re

from model.installed.lsblk import COMMAND as LSBLK


def other_language(command: str = "") -> str:
    """Return what to do about output of a command in another language."""
    example = f" (LC_ALL=C {command})" if command else ""
    return (
        f"this is in another language: run the command with LC_ALL=C in front{example}, as root, "
        "and import its output"
    )


_SIZE = r"(?:Gr.{1,2}(?:ß|ss|\ufffd)e\b|Taille\b|Tama.{1,2}o\b)"
_USE = r"(?:Benutzt|Belegt|Zugew|Verf.{1,2}g|Utilis|Dispon|Usado)"
HINTS = {
    r"^all pools are healthy|^pool '.{1,255}' is healthy": "run 'zpool status -P' without -x",
    r"^NAME\s+MAJ:MIN\s": f"run '{LSBLK}'",
    r"^no (?:pools|datasets) available": (
        "no pool is imported there: run it on the server that has imported the pools"
    ),
    r"^disk {6,}driver +sector|^disk {6,}disk size +failure": (
        "run mmlsdisk and mmdf with -Y: sizes are exact then, and columns have names"
    ),
    r"^flag {6,}value {6,}description|^attribute +value +description": "run mmlsfs with -Y",
    r"^METADATA SERVERS:|^STORAGE TARGETS:": (
        "run 'beegfs-ctl --listtargets --nodetype=storage --state --spaceinfo', not beegfs-df"
    ),
    r"^UID +ID +TYPE +ALIAS|^ID +TYPE +ALIAS +NODE": (
        "run 'beegfs target list --output=json': the table is rounded"
    ),
    r"^ID +CLASS +WEIGHT +TYPE NAME": "run 'ceph osd df tree -f json' in place of ceph osd tree",
    r"^ {2}cluster:\n {4}id:": "run 'ceph osd df tree -f json' in place of ceph status",
    r"^GLOBAL:\n +SIZE +AVAIL": "run 'ceph osd df tree -f json' and 'ceph df -f json'",
    r"^[ \t]*NAME +STATE +READ +WRITE +CKSUM": (
        "copy what stands above this table, too: the lines 'pool:' and 'state:'"
    ),
    r"^NAME +AVAIL +USED +USEDSNAP ": "run 'zfs list -p' without '-o space'",
    r'"#Hpe?SmartStorage': (
        "SmartStorage is HPE's own form: get /redfish/v1/Systems/…/Storage with its Drives and "
        "Volumes, or run 'lsblk -J -b' on the server"
    ),
    r"^Filesystem +(?:1K-blocks|Size|Type)": (
        "df doesn't list targets: run 'lfs df', 'zpool status -P', or what your file system has"
    ),
    r"^ {0,4}\|--host\d+ ": "run 'sas_devices' in place of sas_discover",
    r'^(?:NAME|KNAME)="|^NAME +(?:KNAME|MODEL|SIZE|TYPE|FSTYPE|VENDOR|ROTA|TRAN)\b': (
        f"run '{LSBLK}'"
    ),
    r"^Node +(?:Generic +)?SN +Model +|^\[\d+:\d+:\d+:\d+\] +disk +|\"Devices\" ?: ?\[|"
    r"^=== START OF INFORMATION SECTION": f"run '{LSBLK}', which lists all drives at once",
    r'"crush_weight"|"osdmap_|"osd_objectstore"|"pg_autoscale_mode"|"erasure_code_profile"|'
    r"^pool \d+ '.{1,255}' (?:replicated|erasure)": (
        "run 'ceph osd df tree -f json' and 'ceph report', which has pools, codes and devices"
    ),
    r"^[ \t]*mmls(?:cluster|nsd|config|pool|fileset|mount):|^[ \t]*mmvdisk:": (
        "run mmlsfs, mmlsdisk and mmdf with -Y"
    ),
    r"^ *\d+ UP (?:osd-\w+|mgs|mgc|ost|mdt|osp|lwp) ": (
        "run \"lctl get_param 'osd-*.*.fstype' 'osd-*.*.files*' 'osd-*.*.kbytes*'\""
    ),
    r"^(?:.{0,40} )?\[\d+,-?\d+\]  Element type: ": (
        "run 'sg_ses -p cf DEVICE' and 'sg_ses -p aes DEVICE' in place of --join"
    ),
    r"^Slot:\s+(?:[0-9a-f]{4}:)?[0-9a-f]{2}:": "run 'lspci -nn', without -v and -m",
    r"^Personalities :|^ *Raid Level : raid": (
        "md RAID of Linux isn't read: enter its layout on Design, and import 'lsblk -J -b'"
    ),
    r"^ *(?:PV|VG|LV) +(?:VG|#PV|LSize|Attr|Fmt)\b": (
        "volumes of LVM aren't read: import 'lsblk -J -b', and what lists the targets, as 'lfs df'"
    ),
    r"^Adapter #\d+|^Enclosure Device ID: \d+": (
        "run 'storcli64 /call show all J' in place of MegaCli: it knows the same controllers"
    ),
    r"^Smart (?:Array|HBA) .{0,80} in Slot|^ +physicaldrive \d": (
        "controllers of HPE aren't read: import 'lsblk -J -b', or Redfish's Storage with its "
        "Drives and Volumes"
    ),
    r"command not found|[Pp]ermission denied|must be superuser|Operation not permitted": (
        "the program failed: run it as root, where it is installed"
    ),
    r"\A\s*<(?:!doctype|html)": "this is a web page: save what the program prints",
    r"^schema: *ostimate": (
        "this is an Ostimate file, not the output of a tool; 'plan' reads scenarios"
    ),
    rf"^NAME\b.*{_SIZE}": other_language("zpool list -vp"),
    rf"^NAME\b.*{_USE}": other_language("zfs list -p"),
    r"^[ \t]{0,8}pool ?: [^\n]{1,300}\n[ \t]{0,8}(?!state|id)[^\W\d]{3,12} ?: "
    r"(?:ONLINE|DEGRADED|FAULTED|OFFLINE|UNAVAIL|SUSPENDED)\b": other_language("zpool status -P"),
    r"^(?:Dateisystem|Sys\. de fichiers|S\.ficheros|Sist\. Arq\.|File system|Soubor\. syst\.)\s"
    rf"|^UUID\b.*(?:{_SIZE}|{_USE})": other_language("lfs df"),
    r"(?:Befehl|Kommando) nicht gefunden|Keine Berechtigung|commande introuvable"
    r"|Permission non accordée": other_language(),
    r"^\S{1,255}\t\d+\t\d+\t": "run the command without -H, and save what it prints with its head",
}
"""What an output looks like, and what to do about it."""


def hint_for(text: str) -> str:
    """Return what to do about a text that no reader recognises; empty without a hint."""
    for pattern, remedy in HINTS.items():
        if re.search(pattern, text[:100_000], re.MULTILINE | re.IGNORECASE):
            return remedy
    return ""
